-- Contingency: when the ministry was away, the documents that were signed meanwhile, and their way to it.

create table ministry_outages (
  outage_id uuid primary key,
  ambiente  text not null check (ambiente in ('00', '01')),
  opened_at timestamptz not null,
  closed_at timestamptz check (closed_at >= opened_at),
  probe_at  timestamptz not null
);
create unique index ministry_outages_open on ministry_outages (ambiente) where closed_at is null;
comment on table  ministry_outages is 'Times at which the ministry answered nobody. One row is open for each environment at most, and all processes go by it. Of no company: the ministry is away for all of them.';
comment on column ministry_outages.outage_id is 'Ours.';
comment on column ministry_outages.ambiente is 'Each environment of the ministry is a service of its own.';
comment on column ministry_outages.opened_at is 'When the first sending began that nobody answered: the start of the contingency.';
comment on column ministry_outages.closed_at is 'When the ministry answered again; null: it is away.';
comment on column ministry_outages.probe_at is 'When the next process asks whether it is back: one asks for all.';

alter table documents
  add column outage_id uuid references ministry_outages,
  add column evento_contingencia uuid,
  add column lote uuid,
  add foreign key (company_id, evento_contingencia) references events,
  add constraint documents_deferred check (outage_id is not null or (evento_contingencia is null and lote is null));
create index documents_owed on documents (ambiente, company_id, created_at)
  where outage_id is not null and evento_contingencia is null and estado = 'contingencia';
create index documents_evento_contingencia on documents (company_id, evento_contingencia)
  where evento_contingencia is not null;
create index documents_outage on documents (company_id, outage_id) where outage_id is not null;
comment on column documents.outage_id is 'The outage in which it was signed in the deferred model (2/2): it goes to the ministry after its contingency event. Null: signed in the normal model.';
comment on column documents.evento_contingencia is 'The contingency event that lists it; null: none does yet, or its event was rejected.';
comment on column documents.lote is 'The lot that carried it to the ministry; null: none did.';

create index events_contingency on events (company_id, ambiente, created_at) where kind = 'contingencia';

-- "It exists already" of a contingency event says that the ministry took it, and not its seal.
alter table events drop constraint events_sealed, add constraint events_sealed check
  (case when kind = 'contingencia' then sello_recibido is null or estado = 'sellado'
        else (sello_recibido is not null) = (estado in ('sellado', 'invalidado')) end);

create table lots (
  company_id   uuid not null references companies,
  lote         uuid not null,
  ambiente     text not null check (ambiente in ('00', '01')),
  evento       uuid not null,
  codigo_lote  text,
  next_at      timestamptz,
  attempts     integer not null default 0,
  created_at   timestamptz not null,
  primary key (company_id, lote),
  foreign key (company_id, evento) references events
);
create index lots_due on lots (next_at) where next_at is not null;
comment on table  lots is 'Up to 100 documents of one contingency event that went to the ministry together. What a lot says of a document is recorded on the document.';
comment on column lots.company_id is 'Owner.';
comment on column lots.lote is 'Our idEnvio.';
comment on column lots.ambiente is 'CAT-001.';
comment on column lots.evento is 'The sealed contingency event that lists its documents.';
comment on column lots.codigo_lote is 'The ministry''s code, by which it is asked; null: not sent, or its answer was lost.';
comment on column lots.next_at is 'When a process takes it up, to send it or to ask about it. Null: every document of it has its verdict, or goes on by itself.';
comment on column lots.attempts is 'How often it was taken; spaces the questions.';
comment on column lots.created_at is 'Bookkeeping.';
