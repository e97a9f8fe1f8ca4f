-- Whether the ministry answers somebody: without that a process whose own network fails opened an outage for all.

create table ministry_answers (
  ambiente    text not null check (ambiente in ('00', '01')),
  process_id  uuid not null,
  answered_at timestamptz not null,
  primary key (ambiente, process_id)
);
comment on table  ministry_answers is 'When each process last got an answer of the ministry, some seconds late. Of no company. A process without answers opens no outage while others have some.';
comment on column ministry_answers.ambiente is 'CAT-001: each environment of the ministry is a service of its own.';
comment on column ministry_answers.process_id is 'Drawn when the process starts.';
comment on column ministry_answers.answered_at is 'The arrival of an answer, any answer. Written every few seconds at most.';
comment on column ministry_outages.opened_at is 'When the first sending began that got no answer although its process ran all the time, and after which nobody got one: the start of the contingency.';
