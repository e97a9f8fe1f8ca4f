create index concurrently documents_of_tercero on documents (company_id, ambiente, tercero, fec_emi) where tercero > '';
comment on index documents_of_tercero is 'What was sold for a principal in a month, for its liquidation. Sales for nobody are not in it.';
