-- Answers that are repeated for 24 hours, of calls that store something small (POST /v1/customers, /v1/products).

create table kept_answers (
  company_id      uuid not null references companies,
  key_id          text not null,
  idempotency_key text not null,
  body_hash       bytea not null,
  claimed_at      timestamptz not null,
  status          smallint not null,
  body            bytea not null,
  constraint kept_answers_key primary key (company_id, key_id, idempotency_key)
);
create index kept_answers_age on kept_answers (claimed_at);
comment on table  kept_answers is 'The first answer under an Idempotency-Key of a call that makes no document: what it tells of may change, so the answer itself is kept.';
comment on column kept_answers.company_id is 'Owner.';
comment on column kept_answers.key_id is 'A string is only known within its key.';
comment on column kept_answers.idempotency_key is 'The caller''s string. Those of documents are in claims: one string may serve both.';
comment on column kept_answers.body_hash is 'HMAC-SHA-256, under the pepper, of the route and the canonical body: another body with the string is refused.';
comment on column kept_answers.claimed_at is 'After 24 hours the string is free again.';
comment on column kept_answers.status is 'Of the answer. 0 only inside the transaction that makes it.';
comment on column kept_answers.body is 'The answer, sealed under the company''s data key: it may have a buyer''s data.';
