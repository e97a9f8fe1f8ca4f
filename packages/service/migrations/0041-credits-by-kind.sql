-- The ceiling of credit notes is by kind of sale: the total and what is outside the tax base have none.

alter table related_documents alter column no_gravado set default 0, alter column total set default 0;
comment on column related_documents.no_gravado is 'Not written any more: what is outside the tax base has no ceiling. Kept for processes of the release before.';
comment on column related_documents.total is 'Not written any more: it follows from the sales and their tributes. Kept for processes of the release before.';
comment on column related_documents.gravados is 'By tribute of section 1 (its code), ivaPerci and ivaRete: what the note takes of it, and by how much that was rounded up, two texts of digits. Of a note over one document as it states it, in cents; of a note over several this document''s own amount before rounding, with its part of the rounding up.';
