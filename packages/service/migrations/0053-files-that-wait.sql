create index concurrently holding_unstored on holding (company_id, created_at) where copy_at > '-infinity';

-- Sales are told of files that wait too long: the oldest is first, and the young ones are not read. The condition is
-- one that no other follows from: with "is not null" the search for what is due read all of this index too.
drop index holding_waiting;
alter index holding_unstored rename to holding_waiting;
comment on index holding_waiting is 'Documents whose files are still to be copied: issuing calls are told where they wait too long, and metrics count them.';
