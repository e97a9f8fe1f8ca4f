create index concurrently sessions_used on sessions (person_id, used_at);

-- A page shows when each person was last there, also where no session is left open.
drop index sessions_person;
alter index sessions_used rename to sessions_person;
