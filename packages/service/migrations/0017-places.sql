-- A place belongs to one company, wherever links lead; what went missing there is put back.

alter table storage_destinations add column checked_until uuid;
comment on column storage_destinations.checked_until is 'The last document whose files were looked for there; null: the next pass begins with the first.';
comment on column storage_destinations.location is 'Real path of the folder, or the bucket''s address and what is behind it.';
comment on index storage_destinations_place is 'Files are named by numeroControl, which two companies may share: they never share a place. One inside another is refused by storage/destinations.ts, and by the marker in the place itself.';
