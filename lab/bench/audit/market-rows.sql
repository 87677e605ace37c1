-- A seller, buyers, and phones enough that each is booked once; without the triggers that index them for search.
SET session_replication_role = replica;
INSERT INTO users (identity_uid, email, name, role)
    SELECT 'bench-' || n, 'bench-' || n || '@market.example', 'Bench ' || n, (CASE WHEN n = 0 THEN 'SELLER' ELSE 'BUYER' END)::role
    FROM generate_series(0, 64) AS n;
INSERT INTO categories (name, slug, image) VALUES ('Bench', 'bench', '/x');
INSERT INTO listings (category_id, seller_id, seller_name, product_name, description, location, images,
        condition, years_used, resale_price_cents, original_price_cents)
    SELECT (SELECT id FROM categories), (SELECT id FROM users WHERE role = 'SELLER'), 'Bench', 'Phone ' || n, 'A phone', 'Here',
        '{/x}', 'GOOD', 1, 20000, 40000
    FROM generate_series(1, 20000) AS n;
CREATE TABLE bare_commits (n bigint);
