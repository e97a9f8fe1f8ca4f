create index concurrently holding_copies on holding (company_id, copy_at) where copy_at < 'infinity';

-- Every copy_at meets the condition. It is another one than that of holding_waiting, so that without statistics neither
-- of the two searches is planned with the index of the other, which would read all that the company waits for.
comment on index holding_copies is 'The files that each company waits for: the companies are visited one by one, and of one its earliest are taken.';
