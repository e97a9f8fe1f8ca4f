-- Sales that a program proposes and a person issues in the console (ADR 0118).

create table proposals (
  company_id   uuid not null,
  proposal_id  uuid not null,
  position     bigint generated always as identity,
  ambiente     text not null,
  key_id       text not null,
  tipo_dte     text not null,
  summary      bytea not null,
  content      bytea not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  discarded_at timestamptz,
  settled      boolean not null default false,
  primary key (company_id, proposal_id)
);
create index proposals_list on proposals (company_id, ambiente, position);
create index proposals_open on proposals (company_id, ambiente, position) where not settled;
create index proposals_age on proposals (created_at);
comment on table  proposals is 'A request that waits for a person, for 7 days; deleted 30 days after it was made. Its document, once there is one, is found by its referencia, which names the proposal.';
comment on column proposals.company_id is 'Owner.';
comment on column proposals.proposal_id is 'Ours. After propuesta- it is the referencia of the document, and its Idempotency-Key.';
comment on column proposals.position is 'Order of arrival; lists go by it.';
comment on column proposals.ambiente is 'CAT-001: of the key that proposed it.';
comment on column proposals.key_id is 'The key that proposed it.';
comment on column proposals.tipo_dte is 'CAT-002, of the request.';
comment on column proposals.summary is 'What a list shows: receptor and totals, encrypted under the company''s data key.';
comment on column proposals.content is 'The request and the document that it comes to, likewise.';
comment on column proposals.created_at is 'When it was made.';
comment on column proposals.expires_at is 'Until when it may be issued.';
comment on column proposals.discarded_at is 'When somebody discarded it. A document that exists all the same counts more.';
comment on column proposals.settled is 'It no longer waits for anybody. Set late, by the next proposal: what says so are the document and the instants above.';
