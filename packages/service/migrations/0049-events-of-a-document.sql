create index concurrently events_about on events (company_id, documento, created_at) where documento is not null;

drop index events_of_claim; -- a repeat is found among the few events of its document
drop index events_of_document;
alter index events_about rename to events_of_document;
