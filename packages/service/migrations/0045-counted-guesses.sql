-- What a guess of a password or passphrase may write is bounded by the persons and companies that exist (ADR 0101).
-- sign_in_attempts has no writer any more; a later release drops it.

create table sign_in_counts (
  subject    uuid primary key,
  attempts   jsonb not null,
  changed_at timestamptz not null
);
create index sign_in_counts_age on sign_in_counts (changed_at);
comment on table  sign_in_counts is 'Passwords and codes that are being tried or were wrong, for an hour: the limits count them over all processes.';
comment on column sign_in_counts.subject is 'The person; for an e-mail of nobody, one of 4,096 fixed subjects, so that known and unknown e-mails are counted alike and strangers add no rows.';
comment on column sign_in_counts.attempts is '[{bucket, known, at}]: an HMAC of the e-mail and of the browser (known) or the network, and the milliseconds of the epoch. At most as many as the limits allow.';
comment on column sign_in_counts.changed_at is 'Of the last attempt; rows without a recent one are deleted.';

create table answered_challenges (
  challenge_id uuid primary key,
  expires_at   timestamptz not null
);
create index answered_challenges_expiry on answered_challenges (expires_at);
comment on table  answered_challenges is 'Challenges of sign-ins by passkey that succeeded: each serves once. One that is only asked for has no row.';
comment on column answered_challenges.challenge_id is 'What the browser sent back with its answer.';
comment on column answered_challenges.expires_at is 'When the challenge expires by itself, and the row is no longer needed.';

alter table owner_wraps add column guessed_ats timestamptz[] not null default '{}';
comment on column owner_wraps.guessed_ats is 'When wrong passphrases were tried from the console within the last hour; five stop it. A right one empties it.';
