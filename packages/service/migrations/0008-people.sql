-- The people of the console: who they are, how they sign in, what they may do where, and what they did.

create table people (
  person_id        uuid primary key,
  correo           text not null,
  nombre           text not null,
  operador         boolean not null default false,
  password_hash    text,
  totp_secret      bytea,
  totp_active      boolean not null default false,
  totp_step        bigint not null default 0,
  created_at       timestamptz not null,
  constraint people_correo unique (correo)
);
comment on table  people is 'Who signs in to the console. A person may belong to several companies, so this table alone has no company in its key.';
comment on column people.person_id is 'Ours.';
comment on column people.correo is 'E-mail in lower case; what people sign in with.';
comment on column people.nombre is 'For people, and for the audit log.';
comment on column people.operador is 'Runs the service: sees every company''s state and no document.';
comment on column people.password_hash is 'Argon2id with its parameters; null: signs in with a passkey or a one-time link alone.';
comment on column people.totp_secret is 'Of the second factor, sealed under the master key.';
comment on column people.totp_active is 'Whether its first code was shown to be right; until then it guards nothing.';
comment on column people.totp_step is 'The last 30-second step whose code was used: a code serves once.';
comment on column people.created_at is 'Bookkeeping.';

create table memberships (
  company_id       uuid not null references companies,
  person_id        uuid not null references people,
  rol              text not null check (rol in ('dueno', 'administrador', 'emisor', 'lector', 'contador')),
  point_of_sale_id uuid,
  invalida         boolean not null default true,
  created_at       timestamptz not null,
  primary key (company_id, person_id),
  foreign key (company_id, point_of_sale_id) references points_of_sale
);
create index memberships_person on memberships (person_id);
comment on table  memberships is 'What a person may do in a company.';
comment on column memberships.company_id is 'The company.';
comment on column memberships.person_id is 'The person.';
comment on column memberships.rol is 'Owner, administrator, issuer, reader or accountant; http/console/routes.ts says what each may do.';
comment on column memberships.point_of_sale_id is 'Where the person''s documents are issued; null: the company''s first.';
comment on column memberships.invalida is 'False: the owner took the right to invalidate away.';
comment on column memberships.created_at is 'Bookkeeping.';

create table sessions (
  session_id   uuid primary key,
  token_hash   bytea not null,
  person_id    uuid not null references people,
  metodo       text not null check (metodo in ('contrasena', 'llave_de_acceso', 'enlace', 'invitacion')),
  strong       boolean not null,
  confirmed_at timestamptz,
  user_agent   text,
  peer         inet,
  created_at   timestamptz not null,
  used_at      timestamptz not null,
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  constraint sessions_token unique (token_hash)
);
create index sessions_person on sessions (person_id) where ended_at is null;
comment on table  sessions is 'Who is signed in, in which browser.';
comment on column sessions.session_id is 'What people see and end.';
comment on column sessions.token_hash is 'SHA-256 of the cookie''s 256 random bits, which are kept nowhere.';
comment on column sessions.person_id is 'Whose.';
comment on column sessions.metodo is 'How it began.';
comment on column sessions.strong is 'Whether a second factor, a passkey or a one-time link stood at its beginning.';
comment on column sessions.confirmed_at is 'When the person last gave a password or a passkey: good for five minutes of acts that ask again.';
comment on column sessions.user_agent is 'Of the browser, cut to what people can recognise.';
comment on column sessions.peer is 'Connecting address at its beginning.';
comment on column sessions.created_at is 'Beginning; it ends seven days later at most.';
comment on column sessions.used_at is 'Last use, to the minute; idle for twelve hours it ends.';
comment on column sessions.expires_at is 'Seven days after its beginning.';
comment on column sessions.ended_at is 'When it was ended by a person or by a change of access.';

create table passkeys (
  credential_id text primary key,
  person_id     uuid not null references people,
  nombre        text not null,
  public_key    bytea not null,
  counter       bigint not null,
  transports    text[] not null,
  prf           boolean not null,
  created_at    timestamptz not null,
  used_at       timestamptz
);
create index passkeys_person on passkeys (person_id);
comment on table  passkeys is 'WebAuthn credentials.';
comment on column passkeys.credential_id is 'The authenticator''s, base64url.';
comment on column passkeys.person_id is 'Whose.';
comment on column passkeys.nombre is 'For people.';
comment on column passkeys.public_key is 'COSE key.';
comment on column passkeys.counter is 'Of signatures; one that goes back is a copy.';
comment on column passkeys.transports is 'How a browser reaches it.';
comment on column passkeys.prf is 'Whether the browser said that it can seal a sign key under it.';
comment on column passkeys.created_at is 'Bookkeeping.';
comment on column passkeys.used_at is 'Last sign-in or confirmation.';

create table challenges (
  challenge_id uuid primary key,
  challenge    text not null,
  purpose      text not null check (purpose in ('registro', 'entrada', 'confirmacion')),
  person_id    uuid references people,
  expires_at   timestamptz not null
);
create index challenges_expiry on challenges (expires_at);
comment on table  challenges is 'WebAuthn challenges that were asked and not answered; the row is deleted by its one use.';
comment on column challenges.challenge_id is 'What the browser sends back with its answer.';
comment on column challenges.challenge is 'Random, base64url; what the authenticator signs.';
comment on column challenges.purpose is 'An answer to one purpose serves no other.';
comment on column challenges.person_id is 'Who was asked; null at sign-in, where the passkey says it.';
comment on column challenges.expires_at is 'Five minutes after it was asked.';

create table sign_in_links (
  token_hash bytea primary key,
  person_id  uuid not null references people,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
comment on table  sign_in_links is 'One-time links that an operator makes with a shell: the first sign-in, and the way back for who lost everything.';
comment on column sign_in_links.token_hash is 'SHA-256 of the link''s 256 random bits.';
comment on column sign_in_links.person_id is 'Whom it signs in.';
comment on column sign_in_links.created_at is 'Bookkeeping.';
comment on column sign_in_links.expires_at is 'After it the link serves nobody.';
comment on column sign_in_links.used_at is 'Its one use.';

create table sign_in_attempts (
  bucket bytea not null,
  at     timestamptz not null,
  id     uuid not null,
  primary key (bucket, at, id)
);
create index sign_in_attempts_age on sign_in_attempts (at);
comment on table  sign_in_attempts is 'Passwords and codes that are being tried or were wrong, for an hour: the lockout counts them over all processes.';
comment on column sign_in_attempts.bucket is 'HMAC of what is counted: an e-mail with a known browser, an e-mail with a network, an e-mail, a network. Says nothing of whether a person exists.';
comment on column sign_in_attempts.at is 'When. A success takes its own row away again.';
comment on column sign_in_attempts.id is 'Of the attempt: one row for each of its buckets.';

create table devices (
  token_hash bytea not null,
  person_id  uuid not null references people,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (token_hash, person_id)
);
create index devices_person on devices (person_id);
comment on table  devices is 'Browsers that a person has signed in from. Their attempts are counted apart, so that a stranger''s failures lock nobody out.';
comment on column devices.token_hash is 'SHA-256 of the browser''s own cookie.';
comment on column devices.person_id is 'Who signed in there.';
comment on column devices.created_at is 'First sign-in.';
comment on column devices.expires_at is 'A year after the last one.';

create table invitations (
  company_id       uuid not null references companies,
  invitation_id    uuid not null,
  token_hash       bytea not null,
  correo           text not null,
  rol              text not null check (rol in ('dueno', 'administrador', 'emisor', 'lector', 'contador')),
  point_of_sale_id uuid,
  invited_by       text not null,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  ended_at         timestamptz,
  primary key (company_id, invitation_id),
  constraint invitations_token unique (token_hash),
  foreign key (company_id, point_of_sale_id) references points_of_sale
);
create unique index invitations_open on invitations (company_id, correo) where ended_at is null;
comment on table  invitations is 'Who was asked to join a company and has not answered.';
comment on column invitations.company_id is 'The company.';
comment on column invitations.invitation_id is 'Ours.';
comment on column invitations.token_hash is 'SHA-256 of the link''s 256 random bits.';
comment on column invitations.correo is 'For whom; whoever accepts signs in with it.';
comment on column invitations.rol is 'What the person will be.';
comment on column invitations.point_of_sale_id is 'Where the person will issue; null: the company''s first.';
comment on column invitations.invited_by is 'Name of who asked, for the invited person to recognise.';
comment on column invitations.created_at is 'Bookkeeping.';
comment on column invitations.expires_at is '72 hours later.';
comment on column invitations.ended_at is 'When it was accepted, withdrawn or replaced.';

alter table api_keys add column person_id uuid references people;
comment on column api_keys.person_id is 'The person whose console calls with it; null: a program''s key.';

create table person_keys (
  company_id uuid not null references companies,
  person_id  uuid not null references people,
  ambiente   text not null check (ambiente in ('00', '01')),
  key_id     text not null,
  api_key    bytea not null,
  primary key (company_id, person_id, ambiente),
  foreign key (company_id, key_id) references api_keys
);
comment on table  person_keys is 'The API key that a person''s session stands for. It is never shown; it opens no vault, that takes the person''s sign key.';
comment on column person_keys.company_id is 'Owner.';
comment on column person_keys.person_id is 'Whose.';
comment on column person_keys.ambiente is 'CAT-001.';
comment on column person_keys.key_id is 'The key.';
comment on column person_keys.api_key is 'Its text, sealed under the company''s data key.';

create table sign_key_requests (
  company_id  uuid not null references companies,
  request_id  uuid not null,
  person_id   uuid not null references people,
  ambiente    text not null check (ambiente in ('00', '01')),
  public_key  bytea not null,
  sealed      jsonb,
  created_at  timestamptz not null,
  primary key (company_id, request_id),
  constraint sign_key_requests_one unique (company_id, person_id, ambiente)
);
comment on table  sign_key_requests is 'Who asks the owner for a sign key. It travels sealed to a key whose private half is in that person''s browser alone.';
comment on column sign_key_requests.company_id is 'The company.';
comment on column sign_key_requests.request_id is 'Ours; bound into what is sealed.';
comment on column sign_key_requests.person_id is 'Who asks.';
comment on column sign_key_requests.ambiente is 'CAT-001.';
comment on column sign_key_requests.public_key is 'P-256 point of the person''s browser, 65 bytes.';
comment on column sign_key_requests.sealed is 'The sign key, sealed to that point: {clavePublica, iv, datos}. Null until the owner minted it.';
comment on column sign_key_requests.created_at is 'When it was asked for.';

create table audit_heads (
  company_id uuid primary key,
  seq        bigint not null,
  mac        bytea not null,
  key        bytea not null
);
comment on table  audit_heads is 'The end of each chain of the audit log. Its row is locked while an entry is added, so that a chain has no fork.';
comment on column audit_heads.company_id is 'The company; all zeros: the service itself.';
comment on column audit_heads.seq is 'Number of the last entry.';
comment on column audit_heads.mac is 'Of the last entry: a log whose end was cut off does not match it.';
comment on column audit_heads.key is 'The key of the chain''s MACs, sealed under the master key: who can only write to the database cannot make a chain.';

create table audit_log (
  company_id uuid not null,
  seq        bigint not null,
  at         timestamptz not null,
  person_id  uuid,
  persona    text not null,
  acto       text not null,
  sobre      text,
  detalle    json not null,
  peer       text,
  mac        bytea not null,
  primary key (company_id, seq)
);
comment on table  audit_log is 'Every act of a person, one after the other; each entry''s MAC covers the one before it.';
comment on column audit_log.company_id is 'The company; all zeros: the service itself.';
comment on column audit_log.seq is 'From 1, without a gap.';
comment on column audit_log.at is 'When.';
comment on column audit_log.person_id is 'Who; null: an operator at a shell.';
comment on column audit_log.persona is 'Name and e-mail as they were then.';
comment on column audit_log.acto is 'What, as http/console/routes.ts names it.';
comment on column audit_log.sobre is 'On what: a key, a person, a document.';
comment on column audit_log.detalle is 'What else is worth reading; never a secret. json, not jsonb: the MAC covers its text.';
comment on column audit_log.peer is 'From where.';
comment on column audit_log.mac is 'HMAC-SHA-256 under the chain''s key of the MAC before and of this entry.';
