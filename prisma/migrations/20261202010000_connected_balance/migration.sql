-- What the sellers' accounts at the provider hold. Apart from its kind, which no transaction may use that makes it.
INSERT INTO "ledger_accounts" ("kind") VALUES ('CONNECTED_BALANCE');
