-- What schema.prisma cannot say.

-- The few entries by which admins decided on handovers, for the list of what they decided.
CREATE INDEX "audit_entries_handovers_decided_idx" ON "audit_entries"("at" DESC, "subject_id" DESC) WHERE "action" = 'order.decide-handover';
