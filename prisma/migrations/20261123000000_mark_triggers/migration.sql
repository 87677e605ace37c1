-- From here on triggers and their functions stand in prisma/triggers. Those of the migrations so far are marked as made by
-- files, so that they are dropped when their file is gone.
DO $$
DECLARE
    object text;
BEGIN
    FOR object IN
        SELECT format('TRIGGER %I ON %s', tgname, tgrelid::regclass) FROM pg_trigger
        WHERE NOT tgisinternal AND tgname IN (
            'audit_entries_append_only', 'audit_entries_link', 'audit_links_append_only', 'categories_announce',
            'categories_announce_retirement', 'categories_retired_empty', 'disputes_announce',
            'favorites_user_present', 'listings_announce', 'listings_category_open_moved',
            'listings_category_open_new', 'listings_price_changed', 'listings_price_new',
            'listings_search_changed', 'listings_search_new', 'listings_seller_present',
            'listings_sold_phone_moved', 'meeting_proposals_announce', 'notices_announce', 'order_notes_announce',
            'orders_announce', 'orders_buyer_present', 'orders_sold_phone', 'refunds_announce',
            'saved_searches_user_present', 'users_announce_seller', 'users_saved_searches',
            'waiting_entries_user_present')
        UNION ALL
        SELECT format('FUNCTION %s', oid::regprocedure) FROM pg_proc
        WHERE pronamespace = current_schema()::regnamespace AND proname IN (
            'announce_listing', 'announce_notice', 'announce_order', 'announce_order_part', 'announce_order_sides',
            'announce_payment_part', 'announce_retirement', 'announce_seller', 'announce_topic', 'audit_hash',
            'forget_saved_searches', 'keep_listing_price', 'keep_listing_search', 'keep_sold_phone',
            'link_audit_entry', 'move_sold_phone', 'refuse_audit_change', 'refuse_link_change',
            'refuse_removed_person', 'refuse_retired_category', 'refuse_retirement_with_phones')
    LOOP
        EXECUTE format('COMMENT ON %s IS %L', object, 'prisma/triggers');
    END LOOP;
END;
$$;
