-- The condition of created_at, which holds for every document, keeps the statements of documents_owed from this index.
create index concurrently documents_deferred on documents (ambiente, company_id)
  where outage_id is not null and estado = 'contingencia' and created_at > '-infinity';
comment on index documents_deferred is 'The companies with deferred documents, one after the other: the metrics ask for the nearest deadline of all at each scrape. Before, they read every document that was ever deferred.';
