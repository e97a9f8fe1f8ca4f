-- What people are writing and have not issued, and finding what the ministry rejected.

create table drafts (
  company_id uuid not null references companies,
  person_id  uuid not null references people,
  ambiente   text not null check (ambiente in ('00', '01')),
  draft_id   uuid not null,
  content    bytea not null,
  revision   integer not null check (revision > 0),
  saved_at   timestamptz not null,
  primary key (company_id, person_id, ambiente, draft_id)
);
comment on table  drafts is 'Documents that a person has begun in the console. Nobody else sees them.';
comment on column drafts.company_id is 'The company that would issue it.';
comment on column drafts.person_id is 'Whose.';
comment on column drafts.ambiente is 'CAT-001.';
comment on column drafts.draft_id is 'The browser''s: a draft has its id before it is first saved.';
comment on column drafts.content is 'Type, summary and form, sealed under the company''s data key: it names buyers.';
comment on column drafts.revision is 'Counts saves; one that is based on an older revision is refused, so that two tabs do not overwrite each other.';
comment on column drafts.saved_at is 'Last save. After 90 days without one it is deleted.';

create index documents_rejected on documents (company_id, ambiente, created_at) where estado = 'rechazado';
comment on index documents_rejected is 'What waits to be corrected: a few rows of many.';
