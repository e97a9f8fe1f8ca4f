-- What is about to stop a company is also told to its owners by mail (ADR 0115).

create table owner_mails (
  company_id uuid not null,
  mail_id  uuid not null,
  person_id  uuid not null,
  ambiente   text not null,
  tipo       text not null,
  datos      jsonb not null,
  at         timestamptz not null,
  attempt_at timestamptz,
  attempts   integer not null default 0,
  primary key (company_id, mail_id)
);
create index owner_mails_due on owner_mails (attempt_at) where attempt_at is not null;
create index owner_mails_of on owner_mails (company_id, person_id, at);
comment on table  owner_mails is 'One mail to one owner of a company about what its feed tells. Kept for 30 days, so that the same is not told twice within a day.';
comment on column owner_mails.company_id is 'Owner.';
comment on column owner_mails.mail_id is 'Names its mail: the same each time that it is sent.';
comment on column owner_mails.person_id is 'To whom.';
comment on column owner_mails.ambiente is 'CAT-001, of the feed that tells it.';
comment on column owner_mails.tipo is 'As in feed.';
comment on column owner_mails.datos is 'As in feed.';
comment on column owner_mails.at is 'When it happened. It is given up 48 hours later.';
comment on column owner_mails.attempt_at is 'When it is due. Whoever takes it moves this to the end of its lease. Null: sent, or given up.';
comment on column owner_mails.attempts is 'How often it was taken.';
