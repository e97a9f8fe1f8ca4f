-- Invitations know who made them.

alter table invitations add column inviter_id uuid references people;
comment on column invitations.inviter_id is 'Who asked: what a person may not appoint any more, their open invitations do not either. Null before this column.';
