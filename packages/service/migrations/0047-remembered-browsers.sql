-- Whoever issues has a second factor. A browser where it was given is remembered for thirty days.

alter table devices add column remembered_until timestamptz;
comment on column devices.remembered_until is 'Until when a sign-in there with the password stands for one with the second factor, for roles that may; null: never given there, or forgotten since.';

alter table sessions add column device_hash bytea;
comment on column sessions.device_hash is 'The browser, as in devices; null: none that is known as the person''s. A session of a remembered browser loses that rank when the browser is forgotten.';

alter table people add column factor_due timestamptz;
comment on column people.factor_due is 'Until when somebody who issued before issuers needed a second factor may go on without one; null: no longer, or never.';

-- Who issues today may be at a counter with a queue: they are told for two weeks before they need it.
update people p set factor_due = now() + interval '14 days'
 where not p.totp_active
   and not exists (select 1 from passkeys k where k.person_id = p.person_id)
   and exists (select 1 from memberships m where m.person_id = p.person_id and m.rol = 'emisor');
