-- The invalidation of an event of special operations, which is about no document. Rows that exist satisfy the former check, and
-- so this one.

create index concurrently events_of_event on events (company_id, evento) where evento is not null;

alter table events drop constraint events_target;
alter table events add constraint events_target
  check (case kind when 'invalidacion' then documento is not null or evento is not null
                   else (documento is null) = (kind in ('contingencia', 'operaciones')) end) not valid;

comment on column events.documento is 'The document that it is about; of the invalidation of a return event, the document that was returned. Null: a contingency event, which lists many, one of special operations, or the invalidation of one.';
comment on column events.evento is 'The event that an invalidation cancels: a return, or special operations. Null: it cancels the document.';
