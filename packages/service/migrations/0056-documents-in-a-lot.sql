create index concurrently documents_in_lot on documents (company_id, lote) where lote is not null;

-- The index before this one also asked for the state, as documents_list does: of the two PostgreSQL took either, and
-- with documents_list read everything that a company deferred for each lot of a hundred.
drop index documents_of_lot;
comment on index documents_in_lot is 'The documents of a lot, whatever became of them.';
