create index concurrently documents_next_of_event on documents (company_id, evento_contingencia, created_at)
  where estado = 'contingencia' and lote is null and lease_until is null;
comment on index documents_next_of_event is 'Deferred documents that no lot has yet: every two seconds the job looks for some.';
