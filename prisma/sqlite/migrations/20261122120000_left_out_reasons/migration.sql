-- Reasons are codes with their facts, as JSON; those that were written down in English stay as they are said.
UPDATE "seed_left_outs" SET "reason" = json_object('code', 'in_words', 'words', "reason");
