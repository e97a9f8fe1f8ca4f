-- The foundation: companies, keys, vaults, numbers, documents.
--
-- Every table's key begins with the company, so that the same schema distributes by company and a
-- statement that forgets the company cannot use an index. "Sealed" is AES-256-GCM as
-- packages/vault writes it, bound to its row by additional data.

create table companies (
  company_id       uuid primary key,
  nit              text not null unique check (nit ~ '^([0-9]{9}|[0-9]{14})$'),
  nrc              text not null check (nrc ~ '^[0-9]{2,8}$'),
  nombre           text not null,
  nombre_comercial text,
  cod_actividad    text not null,
  desc_actividad   text not null,
  departamento     text not null,
  municipio        text not null,
  distrito         text not null,
  complemento      text not null,
  telefono         text not null,
  correo           text not null,
  data_key         bytea not null,
  created_at       timestamptz not null
);
comment on table  companies is 'The taxpayers that issue. The caller never sends these facts: they come with the key.';
comment on column companies.company_id is 'Ours; the NIT may change by merger, this does not.';
comment on column companies.nit is '9 or 14 digits, no hyphens.';
comment on column companies.nrc is 'IVA registration number, digits only.';
comment on column companies.nombre is 'Legal name, as registered.';
comment on column companies.nombre_comercial is 'Trade name, printed beside the legal one.';
comment on column companies.cod_actividad is 'CAT-019.';
comment on column companies.desc_actividad is 'Text of the activity as the document shows it.';
comment on column companies.departamento is 'CAT-012.';
comment on column companies.municipio is 'CAT-013, within the department.';
comment on column companies.distrito is 'CAT-008, within the municipality.';
comment on column companies.complemento is 'Street and house of the head office.';
comment on column companies.telefono is '8 to 30 characters.';
comment on column companies.correo is 'Printed on every document.';
comment on column companies.data_key is 'Key of this company''s stored documents, sealed under the service''s master key.';
comment on column companies.created_at is 'Bookkeeping.';

create table points_of_sale (
  company_id        uuid not null references companies,
  point_of_sale_id  uuid not null,
  cod_estable       text not null check (cod_estable ~ '^[MBSP][0-9]{3}$'),
  cod_punto_venta   text not null check (cod_punto_venta ~ '^P[0-9]{3}$'),
  departamento      text,
  municipio         text,
  distrito          text,
  complemento       text,
  telefono          text,
  created_at        timestamptz not null,
  primary key (company_id, point_of_sale_id),
  constraint points_of_sale_codes unique (company_id, cod_estable, cod_punto_venta)
);
comment on table  points_of_sale is 'Establishment and point of sale, as registered with the ministry. A key issues for exactly one.';
comment on column points_of_sale.company_id is 'Owner.';
comment on column points_of_sale.point_of_sale_id is 'Ours.';
comment on column points_of_sale.cod_estable is 'M head office, S branch, B warehouse, P yard, and three digits.';
comment on column points_of_sale.cod_punto_venta is 'P and three digits.';
comment on column points_of_sale.departamento is 'Address of the establishment where it is not the head office''s; all four or none.';
comment on column points_of_sale.municipio is 'See departamento.';
comment on column points_of_sale.distrito is 'See departamento.';
comment on column points_of_sale.complemento is 'See departamento.';
comment on column points_of_sale.telefono is 'Telephone of the establishment, else the company''s.';
comment on column points_of_sale.created_at is 'Bookkeeping.';

create table ministry_accounts (
  company_id  uuid not null references companies,
  ambiente    text not null check (ambiente in ('00', '01')),
  usuario     text not null,
  password    bytea not null,
  token       bytea,
  token_until timestamptz,
  login_until timestamptz,
  refused_until timestamptz,
  primary key (company_id, ambiente)
);
comment on table  ministry_accounts is 'How Sello logs in to the ministry for a company, and the session that all processes share.';
comment on column ministry_accounts.company_id is 'Owner.';
comment on column ministry_accounts.ambiente is 'CAT-001: 00 test, 01 production; each has its own password.';
comment on column ministry_accounts.usuario is 'The NIT that the ministry knows as user.';
comment on column ministry_accounts.password is 'API password, sealed under the master key.';
comment on column ministry_accounts.token is 'Session token, sealed under the master key; null after the ministry refused it.';
comment on column ministry_accounts.token_until is 'When the token stops being used: its own expiry less a margin.';
comment on column ministry_accounts.refused_until is 'The ministry refused the credentials: nobody tries them again before this.';
comment on column ministry_accounts.login_until is 'Lease of the process that is logging in; the others wait for its token.';

create table signing_vaults (
  company_id   uuid not null references companies,
  vault_id     uuid not null,
  ambiente     text not null check (ambiente in ('00', '01')),
  nit          text not null,
  nombre       text not null,
  fingerprint  text not null,
  public_key   text not null,
  valid_from   timestamptz not null,
  valid_to     timestamptz not null,
  private_key  bytea not null,
  active       boolean not null,
  created_at   timestamptz not null,
  primary key (company_id, vault_id)
);
create unique index signing_vaults_active on signing_vaults (company_id, ambiente) where active;
comment on table  signing_vaults is 'A company''s signing key. The service''s master key does not open it: only a sign key or the owner''s passphrase does.';
comment on column signing_vaults.company_id is 'Owner.';
comment on column signing_vaults.vault_id is 'Ours; every wrap names it.';
comment on column signing_vaults.ambiente is 'The ministry issues one certificate for each environment.';
comment on column signing_vaults.nit is 'NIT inside the certificate; equal to the company''s when imported.';
comment on column signing_vaults.nombre is 'Subject of the certificate.';
comment on column signing_vaults.fingerprint is 'SHA-256 of the public key, hex.';
comment on column signing_vaults.public_key is 'PEM; verifies our own signatures.';
comment on column signing_vaults.valid_from is 'Of the certificate.';
comment on column signing_vaults.valid_to is 'Of the certificate; nothing is signed after it.';
comment on column signing_vaults.private_key is 'JWK, sealed under the vault''s own random data key, which is stored nowhere in the clear.';
comment on column signing_vaults.active is 'One active vault for each company and environment.';
comment on column signing_vaults.created_at is 'Bookkeeping.';

create table owner_wraps (
  company_id  uuid not null,
  vault_id    uuid not null,
  wrap        bytea not null,
  salt        bytea not null,
  params      jsonb not null,
  primary key (company_id, vault_id),
  foreign key (company_id, vault_id) references signing_vaults
);
comment on table  owner_wraps is 'The vault''s data key under the owner''s passphrase, asked only to mint another signing key.';
comment on column owner_wraps.company_id is 'Owner.';
comment on column owner_wraps.vault_id is 'The vault that it opens.';
comment on column owner_wraps.wrap is 'Data key, sealed under scrypt of the passphrase.';
comment on column owner_wraps.salt is 'Of scrypt.';
comment on column owner_wraps.params is 'N, r and p of scrypt when it was made, so that they may be raised for new ones.';

create table api_keys (
  company_id        uuid not null references companies,
  key_id            text not null,
  secret_hash       bytea not null,
  label             text not null,
  ambiente          text not null check (ambiente in ('00', '01')),
  point_of_sale_id  uuid not null,
  scopes            text[] not null check (scopes <@ array['issue', 'query', 'download']),
  tipos_dte         text[] not null,
  amount_max        numeric(19, 8) not null check (amount_max > 0),
  expires_at        timestamptz,
  state             text not null check (state in ('active', 'inactive', 'revoked')),
  vault_id          uuid,
  vault_wrap        bytea,
  vault_failures    smallint not null default 0,
  vault_failed_at   timestamptz,
  created_at        timestamptz not null,
  primary key (company_id, key_id),
  foreign key (company_id, point_of_sale_id) references points_of_sale,
  foreign key (company_id, vault_id) references signing_vaults,
  check ((vault_id is null) = (vault_wrap is null))
);
create unique index api_keys_id on api_keys (key_id);
comment on table  api_keys is 'Who may call, as what, and for which point of sale.';
comment on column api_keys.company_id is 'Owner.';
comment on column api_keys.key_id is 'Public part of the key, unique over all companies: it is how a request finds its company.';
comment on column api_keys.secret_hash is 'HMAC-SHA-256 of the secret under the service''s pepper; the secret is shown once and not kept.';
comment on column api_keys.label is 'For people.';
comment on column api_keys.ambiente is 'A test key cannot transmit to production, whatever it asks.';
comment on column api_keys.point_of_sale_id is 'Where its documents are issued.';
comment on column api_keys.scopes is 'SPEC 5.4; chosen when minted, not editable.';
comment on column api_keys.tipos_dte is 'CAT-002 codes that it may issue.';
comment on column api_keys.amount_max is 'Largest totalPagar of one document, in dollars.';
comment on column api_keys.expires_at is 'Null: does not expire.';
comment on column api_keys.state is 'Revoked is final, inactive is not.';
comment on column api_keys.vault_id is 'The vault that its sign key opens; null: may not sign.';
comment on column api_keys.vault_wrap is 'The vault''s data key, sealed under this key''s sign key.';
comment on column api_keys.vault_failures is 'Wrong sign keys in a row within the hour; the lock is this count, so it holds across processes.';
comment on column api_keys.vault_failed_at is 'When the first of them came; an hour later the count starts again.';
comment on column api_keys.created_at is 'Bookkeeping.';

create table storage_destinations (
  company_id     uuid not null references companies,
  destination_id uuid not null,
  kind           text not null check (kind in ('managed_folder')),
  location       text not null,
  verified_at    timestamptz,
  created_at     timestamptz not null,
  primary key (company_id, destination_id),
  constraint storage_destinations_location unique (company_id, kind, location)
);
comment on table  storage_destinations is 'Where a company has room for its files. Without a verified one nothing is issued (SPEC 5.10); nothing is put there yet.';
comment on column storage_destinations.company_id is 'Owner.';
comment on column storage_destinations.destination_id is 'Ours.';
comment on column storage_destinations.kind is 'managed_folder: a folder that the service has shown it can write, read and delete in.';
comment on column storage_destinations.location is 'Absolute path of the folder.';
comment on column storage_destinations.verified_at is 'Last time a probe was written, read back and deleted. Counts for 30 days.';
comment on column storage_destinations.created_at is 'Bookkeeping.';

create table series (
  company_id      uuid not null references companies,
  ambiente        text not null,
  tipo_dte        text not null,
  cod_estable     text not null,
  cod_punto_venta text not null,
  year            smallint not null,
  last            bigint not null check (last between 1 and 999999999999999),
  constraint series_key primary key (company_id, ambiente, tipo_dte, cod_estable, cod_punto_venta, year)
) with (fillfactor = 50);
comment on table  series is 'The counters of numeroControl. A row stays locked from the number to the commit, so a rollback leaves no gap.';
comment on column series.company_id is 'Owner.';
comment on column series.ambiente is 'Test numbers and production numbers are apart.';
comment on column series.tipo_dte is 'CAT-002.';
comment on column series.cod_estable is 'See points_of_sale.';
comment on column series.cod_punto_venta is 'See points_of_sale.';
comment on column series.year is 'The count restarts at 1 with each fiscal year (Normativa V2.0, Anexo IV).';
comment on column series.last is 'The number that was handed out last: 15 digits at most.';

create table documents (
  company_id        uuid not null references companies,
  codigo_generacion uuid not null,
  ambiente          text not null,
  tipo_dte          text not null,
  numero_control    text not null,
  year              smallint not null,
  fec_emi           date not null,
  hor_emi           time(0) not null,
  key_id            text not null,
  idempotency_key   text not null,
  estado            text not null,
  version           smallint not null,
  payload           bytea not null,
  signature         bytea not null,
  totales           json not null,
  receptor_nombre   text,
  receptor_documento text,
  sello_recibido    text,
  fh_procesamiento  text,
  observaciones     text[] not null default '{}',
  rechazo           jsonb,
  historial         jsonb not null,
  lease_until       timestamptz,
  attempts          integer not null default 0,
  created_at        timestamptz not null,
  primary key (company_id, codigo_generacion),
  constraint documents_estado check (estado in
    ('reservado', 'firmado', 'contingencia', 'sellado', 'rechazado', 'invalidado', 'liberado', 'descartado')),
  constraint documents_sealed check ((sello_recibido is not null) = (estado in ('sellado', 'invalidado')))
);
create unique index documents_numero_control on documents (company_id, ambiente, year, numero_control)
  where estado <> 'liberado';
create index documents_lease on documents (lease_until) where lease_until is not null;
comment on table  documents is 'Every document that took a number. Rows are never deleted.';
comment on column documents.company_id is 'Owner.';
comment on column documents.codigo_generacion is 'UUID v4, ours, written in capitals on the wire.';
comment on column documents.ambiente is 'CAT-001, of the key that issued it.';
comment on column documents.tipo_dte is 'CAT-002.';
comment on column documents.numero_control is '31 characters; unique in its year.';
comment on column documents.year is 'Of fec_emi; the numbers restart each year.';
comment on column documents.fec_emi is 'Date in El Salvador.';
comment on column documents.hor_emi is 'Time in El Salvador.';
comment on column documents.key_id is 'The key that issued it.';
comment on column documents.idempotency_key is 'The claim that waits for its outcome.';
comment on column documents.estado is 'Written by one function (documents/advance.ts).';
comment on column documents.version is 'Of the ministry''s structure; the transmission names it.';
comment on column documents.payload is 'The signed bytes, deflated and sealed under the company''s data key. Never re-serialised.';
comment on column documents.signature is 'RSA signature over them; with the payload it makes the JWS again, byte for byte.';
comment on column documents.totales is 'The summary''s totals, so that lists open nothing sealed. json, not jsonb: a replay writes the members in the same order.';
comment on column documents.receptor_nombre is 'For lists.';
comment on column documents.receptor_documento is 'For lists.';
comment on column documents.sello_recibido is 'The ministry''s seal.';
comment on column documents.fh_procesamiento is 'The ministry''s instant of processing, as it wrote it.';
comment on column documents.observaciones is 'What the ministry remarked on a sealed document.';
comment on column documents.rechazo is 'The ministry''s words of a rejection: codigoMsg, clasificaMsg, descripcionMsg, observaciones.';
comment on column documents.historial is 'Each state with its instant and reason, oldest first.';
comment on column documents.lease_until is 'While it waits for the ministry: until when somebody is at it. Null: nothing to do.';
comment on column documents.attempts is 'How often the transmission job took it; spaces its tries.';
comment on column documents.created_at is 'Instant of signing; lists go by it.';

create table claims (
  company_id        uuid not null references companies,
  key_id            text not null,
  idempotency_key   text not null,
  room              text not null check (room in ('issue')),
  body_hash         bytea not null,
  claimed_at        timestamptz not null,
  codigo_generacion uuid,
  outcome           jsonb,
  constraint claims_key primary key (company_id, key_id, room, idempotency_key)
);
create index claims_age on claims (claimed_at);
comment on table  claims is 'One row for each Idempotency-Key in use. The primary key decides between two requests with the same one.';
comment on column claims.company_id is 'Owner.';
comment on column claims.key_id is 'A string is only known within its key.';
comment on column claims.room is 'The route that it was used on; a later route may have a room of its own.';
comment on column claims.idempotency_key is 'The caller''s string.';
comment on column claims.body_hash is 'HMAC-SHA-256, under the pepper, of the route and the canonical body: another body with the string is refused.';
comment on column claims.claimed_at is 'After 24 hours the string is free again.';
comment on column claims.codigo_generacion is 'The document that the first request made.';
comment on column claims.outcome is 'Status and facts of the first answer; its body is drawn again from the document.';

create table request_log (
  at          timestamptz not null,
  request_id  uuid not null,
  company_id  uuid,
  key_id      text,
  route       text not null,
  peer        inet
) partition by range (at);
create table request_log_default partition of request_log default;
comment on table  request_log is 'Every authenticated call, written before anything else happens; where it cannot be written, nothing is done.';
comment on column request_log.at is 'Arrival.';
comment on column request_log.request_id is 'Answered as X-Request-Id.';
comment on column request_log.company_id is 'Null where the key is unknown.';
comment on column request_log.key_id is 'The id of a known key; what an unknown caller sent is not kept.';
comment on column request_log.route is 'The name of the route, without its parameters.';
comment on column request_log.peer is 'Connecting address.';
comment on table  request_log_default is 'Takes what no daily partition covers, so that a late job stops nobody.';
