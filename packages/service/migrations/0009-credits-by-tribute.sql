-- What credit notes take back is counted as it is printed, by tribute and in total besides by kind of sale.

alter table related_documents
  add column total     numeric(19, 8) not null default 0,
  add column gravados  jsonb          not null default '{}';

update related_documents
   set no_sujetas = round(no_sujetas, 2), exentas = round(exentas, 2),
       gravadas = round(gravadas, 2), no_gravado = round(no_gravado, 2);
update related_documents
   set total = no_sujetas + exentas + gravadas + round(gravadas * 0.13, 2) + no_gravado,
       gravados = jsonb_build_object('20', jsonb_build_array(
         round(gravadas * 0.13, 2)::text,
         greatest(round(gravadas * 0.13, 2) - gravadas * 0.13, 0)::text))
 where no_sujetas + exentas + gravadas + no_gravado > 0;

alter table related_documents alter column total drop default, alter column gravados drop default;
comment on column related_documents.no_sujetas is 'What the note takes of the sales that are not subject: of a debit note nothing. In cents, as the note prints it.';
comment on column related_documents.total is 'What the note gives back of it, before retention. Of a note that is older than this column: its sales, their IVA and its charges.';
comment on column related_documents.gravados is 'By tribute of section 1 (its code), ivaPerci and ivaRete: what the note takes of it, and by how much that was rounded up, two texts of digits. Of a note that is older than this column the IVA alone.';
