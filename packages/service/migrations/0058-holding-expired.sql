create index concurrently holding_expired on holding (expires_at) where copy_at is null;

-- One index of what is due, whatever is to be done with it, had to be read past the backlog of a company that is being
-- served, for whoever waits behind it, and past all of it for what may be deleted.
drop index holding_due;
comment on index holding_expired is 'What may be deleted: the hour is over and the files are where they belong.';
