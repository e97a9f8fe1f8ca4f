-- The lines of a return event in the order of its own lines, which say nothing of the document's.

alter table return_lines add column position integer not null check (position >= 1);
comment on column return_lines.position is 'Number of the line in the event. The event does not repeat the number that the line has in the document.';
