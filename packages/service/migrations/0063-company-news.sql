-- A feed also tells what is about the company and no document of it (docs/wire.md#feed).
alter table outbox alter column about drop not null;
alter table outbox add column datos jsonb;
alter table feed add column datos jsonb;
comment on column outbox.about is 'The document, event or outage by whose row it is described when it is read. Null: datos says all.';
comment on column outbox.datos is 'What is told, where no row says so. Null: what about names says it.';
comment on column feed.about is 'As in outbox. Null also for the feed itself.';
comment on column feed.datos is 'As in outbox.';

alter table signing_vaults add column told_days smallint;
comment on column signing_vaults.told_days is 'That the certificate expires was last told when it had fewer than these days left. Null: never.';
alter table ministry_accounts add column told_deadline timestamptz;
comment on column ministry_accounts.told_deadline is 'The feed told that this deadline of a contingency, and those before it, are near. Null: none.';
