create index concurrently documents_of_lot on documents (company_id, lote)
  where estado = 'contingencia' and lote is not null;
comment on index documents_of_lot is 'The documents of a lot that have no verdict.';
