-- An admin paid the buyer back another way than by the payment provider.
ALTER TYPE "refund_state" ADD VALUE 'SETTLED_OUTSIDE';
