-- Whether what a user posts, sells and buys counts in what others conclude from: their email was proven TRUSTED_AFTER_DAYS of
-- the contracts ago, and they are neither suspended nor removed. One expression, so that the planner puts it in the place of
-- each call.
CREATE OR REPLACE FUNCTION "is_trusted"(account "users") RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT account."email_verified_at" <= now() - interval '7 days'
        AND account."suspended_at" IS NULL AND account."deleted_at" IS NULL
$$;
