-- Some letters are written out as many: the cut may then come before a word, which leaves an empty one. What was stored before
-- has none, so the indexes stay as they are.
CREATE OR REPLACE FUNCTION "search_model_words"(model text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_to_tsvector(array_remove(string_to_array(left(model, 500), ' '), ''))
$$;
