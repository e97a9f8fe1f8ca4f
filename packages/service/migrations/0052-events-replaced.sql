create index concurrently events_replaced on events (company_id, reemplazo) where reemplazo is not null;

comment on index events_replaced is 'A document that is removed is not named by an event: the foreign key asks.';
