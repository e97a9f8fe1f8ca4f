-- What happens to a company's documents, told to whoever listens: rows written in the commit that makes them true
-- (outbox), then numbered in one sequence for each company and environment (feed). ADR 0113.

create table outbox (
  seq        bigint generated always as identity primary key,
  company_id uuid not null,
  ambiente   text not null,
  tipo       text not null,
  about      uuid not null,
  at         timestamptz not null
);
alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
comment on table  outbox is 'What happened and has no position in its feed yet: a second, as a rule. A row is written by the statement that makes it true, and no foreign key is checked: that statement has just written what it names.';
comment on column outbox.seq is 'Taken while the row that it is about is locked, so that what happens to one document has rising numbers. Gaps, and other documents'' rows that commit later under a lower one, are usual.';
comment on column outbox.company_id is 'Owner.';
comment on column outbox.ambiente is 'CAT-001.';
comment on column outbox.tipo is 'What happened, by its name on the wire.';
comment on column outbox.about is 'The document, event or outage by whose row it is described when it is read.';
comment on column outbox.at is 'When it happened, by the clock of the process that recorded it.';

create table feeds (
  company_id uuid not null,
  ambiente   text not null,
  last       bigint not null default 0,
  forgotten  bigint not null default 0 check (forgotten between 0 and last),
  primary key (company_id, ambiente)
);
comment on table  feeds is 'One row for each feed. Whoever gives positions holds its lock; no sale ever waits for it.';
comment on column feeds.company_id is 'Owner.';
comment on column feeds.ambiente is 'CAT-001.';
comment on column feeds.last is 'The last position that was given.';
comment on column feeds.forgotten is 'The last position whose row was deleted for its age.';

create table feed (
  company_id uuid not null,
  ambiente   text not null,
  position   bigint not null,
  tipo       text not null,
  about      uuid,
  at         timestamptz not null,
  primary key (company_id, ambiente, position)
);
comment on table  feed is 'What happened, in the order in which it is told. Rows are written once, and deleted after 30 days.';
comment on column feed.company_id is 'Owner.';
comment on column feed.ambiente is 'CAT-001.';
comment on column feed.position is 'Given after the commit, without gaps.';
comment on column feed.tipo is 'As in outbox.';
comment on column feed.about is 'As in outbox. Null: the feed itself.';
comment on column feed.at is 'As in outbox.';

create table feed_epochs (
  company_id uuid not null,
  ambiente   text not null,
  epoch      bigint not null,
  after      bigint not null,
  desde      timestamptz not null,
  primary key (company_id, ambiente, epoch)
);
comment on table  feed_epochs is 'A feed begins again after each restore of the database: positions after the restored ones had been given to others. Before the first restore the epoch is 0.';
comment on column feed_epochs.company_id is 'Owner.';
comment on column feed_epochs.ambiente is 'CAT-001.';
comment on column feed_epochs.epoch is 'Milliseconds since 1970, so that two restores of one backup differ.';
comment on column feed_epochs.after is 'The last position of the epoch before.';
comment on column feed_epochs.desde is 'The instant to which the database was restored: what was told after it may be told again, or not be true.';
