-- By itself: a new value cannot be used in the transaction that adds it.
ALTER TYPE "waiting_state" ADD VALUE 'GONE';
