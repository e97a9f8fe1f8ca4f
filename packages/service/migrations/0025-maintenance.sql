-- Times at which the ministry has announced that it will not answer: documents are deferred without a try.

create table maintenance_windows (
  window_id  uuid        primary key,
  ambiente   text        not null check (ambiente in ('00', '01')),
  since      timestamptz not null,
  until      timestamptz not null,
  reason     text        not null,
  created_at timestamptz not null,
  constraint maintenance_windows_order check (since < until)
);
create index maintenance_windows_until on maintenance_windows (until);

comment on table  maintenance_windows is 'What an operator announced. While one lasts its environment is in contingency and the ministry is not asked anything.';
comment on column maintenance_windows.window_id is 'What it is removed by.';
comment on column maintenance_windows.ambiente is 'Of the ministry: 00 test, 01 production.';
comment on column maintenance_windows.since is 'From then on nothing is sent.';
comment on column maintenance_windows.until is 'From then on the ministry is asked whether it is back.';
comment on column maintenance_windows.reason is 'The operator''s words.';
comment on column maintenance_windows.created_at is 'When it was announced.';
