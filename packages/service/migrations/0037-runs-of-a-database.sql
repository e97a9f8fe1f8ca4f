-- Two copies of one database that both live are told apart by the processes that each has seen
-- (docs/adr/0094-two-live-copies.md).

-- small: one row
alter table database_marks
  add column birth         uuid not null default gen_random_uuid(),
  add column reconciled_at timestamptz;
comment on column database_marks.birth is 'The same in every copy of the database: names the file in which a data folder remembers it.';
comment on column database_marks.reconciled_at is 'When sello reconcile last ended: a process that remembers an earlier moment need not be known here.';

create table database_runs (
  run   uuid primary key,
  beats bigint not null
);
comment on table  database_runs is 'One row for each start of a process. A process that counted further than its row, or has none, saw another copy or a later state.';
comment on column database_runs.run is 'Made at the start of the process, so that copies do not share it.';
comment on column database_runs.beats is 'How often that process has moved the mark.';
