-- What an account has used of its limits. No trigger: functions that statements call, so that the rule is the same in all of
-- them. They are VOLATILE: each query within sees what was committed before it began. So whoever calls lock_account first
-- counts what concurrent calls of the same account have done. Names are those of ACCOUNT_LIMITS in the contracts.
CREATE OR REPLACE FUNCTION "trust_level"(account uuid) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN (SELECT CASE
            WHEN u."email_verified_at" IS NULL THEN 'new'
            WHEN u."verified_at" IS NOT NULL THEN 'verified'
            -- Of a busy seller a hundred deals are looked at: this is asked with each booking, post and upload.
            WHEN (SELECT count(*) FROM (
                (SELECT s."seller_id" AS "id" FROM "sold_phones" s WHERE s."buyer_id" = u."id" LIMIT 100)
                UNION
                (SELECT s."buyer_id" FROM "sold_phones" s WHERE s."seller_id" = u."id" LIMIT 100)) AS sides
                WHERE (SELECT "is_trusted"(other) FROM "users" other WHERE other."id" = sides."id")) >= 2 THEN 'experienced'
            ELSE 'proven' END
        FROM "users" u WHERE u."id" = account);
END;
$$;

-- Calls of one account come one after the other until their transactions end; those of others do not wait.
CREATE OR REPLACE FUNCTION "lock_account"(account uuid) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM 1 FROM "users" WHERE "id" = account FOR NO KEY UPDATE;
    RETURN "trust_level"(account);
END;
$$;

-- When each of what counts against a limit was done.
CREATE OR REPLACE FUNCTION "account_uses"(account uuid, what text) RETURNS SETOF timestamptz LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    CASE what
    WHEN 'openBookings' THEN RETURN QUERY
        SELECT "placed_at"::timestamptz FROM "orders" WHERE "buyer_id" = account AND "state" = 'PLACED';
    WHEN 'bookingsADay' THEN RETURN QUERY
        SELECT "placed_at"::timestamptz FROM "orders"
            WHERE "buyer_id" = account AND "placed_at" > now() - interval '24 hours';
    WHEN 'livePosts' THEN RETURN QUERY
        SELECT "posted_at"::timestamptz FROM "listings"
            WHERE "seller_id" = account AND "state" IN ('AVAILABLE', 'RESERVED');
    WHEN 'postsADay' THEN RETURN QUERY
        SELECT "posted_at"::timestamptz FROM "listings"
            WHERE "seller_id" = account AND "posted_at" > now() - interval '24 hours';
    WHEN 'liveAdverts' THEN RETURN QUERY
        SELECT "advertised_at"::timestamptz FROM "listings"
            WHERE "seller_id" = account AND "state" IN ('AVAILABLE', 'RESERVED') AND "advertised_at" IS NOT NULL;
    -- An advert that was stopped leaves no trace but in the audit.
    WHEN 'advertsADay' THEN RETURN QUERY
        SELECT "at"::timestamptz FROM "audit_entries"
            WHERE "actor_id" = account AND "action" = 'listing.advertise' AND "at" > now() - interval '24 hours';
    -- Entries for a sold phone may become live again and stay until it is gone for good, but do not count.
    WHEN 'waitingPlaces' THEN RETURN QUERY
        SELECT w."joined_at"::timestamptz FROM "waiting_entries" w JOIN "listings" l ON l."id" = w."listing_id"
            WHERE w."user_id" = account AND w."state" IN ('WAITING', 'OFFERED') AND l."state" = 'RESERVED';
    WHEN 'savedSearches' THEN RETURN QUERY
        SELECT "saved_at"::timestamptz FROM "saved_searches" WHERE "user_id" = account;
    WHEN 'picturesADay' THEN RETURN QUERY
        SELECT "created_at"::timestamptz FROM "uploads"
            WHERE "user_id" = account AND "created_at" > now() - interval '24 hours';
    -- A code that was replaced leaves no trace but in the audit.
    WHEN 'newCodesADay' THEN RETURN QUERY
        SELECT "at"::timestamptz FROM "audit_entries"
            WHERE "actor_id" = account AND "action" IN ('order.renew-code', 'order.renew-return-code')
                AND "at" > now() - interval '24 hours';
    WHEN 'reportsADay' THEN RETURN QUERY
        SELECT "created_at"::timestamptz FROM "reports"
            WHERE "reporter_id" = account AND "created_at" > now() - interval '24 hours';
    END CASE;
END;
$$;

CREATE OR REPLACE FUNCTION "account_use"(account uuid, what text) RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN (SELECT count(*) FROM "account_uses"(account, what));
END;
$$;

-- Until when an account may not book a phone again: a day after its booking of it ran out unpaid, and after the second one
-- that it cancelled or that the seller or an admin ended. Null when it may.
CREATE OR REPLACE FUNCTION "rebook_after"(account uuid, listing uuid) RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    latest timestamptz;
BEGIN
    SELECT CASE
            WHEN count(*) FILTER (WHERE "ending" IN ('CANCELLED_BY_BUYER', 'RELEASED')) >= 2 THEN max("ended_at")
            ELSE max("ended_at") FILTER (WHERE "ending" = 'EXPIRED') END
        INTO latest
        FROM "orders"
        WHERE "listing_id" = listing AND "buyer_id" = account AND "ending" IN ('EXPIRED', 'CANCELLED_BY_BUYER', 'RELEASED');
    RETURN CASE WHEN latest > now() - interval '24 hours' THEN latest + interval '24 hours' END;
END;
$$;

-- Whether a phone that becomes free may be offered to an account on its waiting list: not while it may not book it again, and not
-- within a day after it let an offer of it run out or turned it down.
CREATE OR REPLACE FUNCTION "may_be_offered"(account uuid, listing uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN "rebook_after"(account, listing) IS NULL AND NOT EXISTS (
        SELECT FROM "waiting_entries"
            WHERE "user_id" = account AND "listing_id" = listing AND "state" IN ('PASSED', 'LEFT')
                AND "offered_until" > now() - interval '24 hours');
END;
$$;
