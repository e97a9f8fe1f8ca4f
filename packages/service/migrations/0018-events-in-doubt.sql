-- An event that was given up, or rejected after a sending without an answer, is asked about for a day: the
-- ministry may seal that sending yet.

alter table events drop constraint events_waiting, add constraint events_waiting check
  (estado in ('firmado', 'rechazado', 'abandonado') or (lease_until is null and retry_at is null));

comment on column events.retry_at is 'When the job takes it up. Null: it is decided beyond doubt.';
comment on column events.rechazo is 'The ministry''s words of a rejection; "doubtful" in it where an earlier sending had no answer.';
