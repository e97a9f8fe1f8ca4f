-- What the ministry has authorised a company to do, besides what every company may.

alter table companies add column autorizaciones text[] not null default '{}'
  check (autorizaciones <@ array['exportar-D1', 'exportar-C8', 'exportar-tributos']);
comment on column companies.autorizaciones is 'Authorisations of the ministry (fiscal/src/autorizaciones.ts), as an operator states them: it has no service that could be asked.';
