create index concurrently documents_without_tercero on documents (company_id) where tercero is null;
comment on index documents_without_tercero is 'Documents of a release that did not write the third party, until the job terceros has read them. Empty afterwards.';
