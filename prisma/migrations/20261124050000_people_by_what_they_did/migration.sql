-- An admin is not deleted by the job: another admin removes them.
ALTER TABLE "users" ADD CONSTRAINT "users_admin_stays_check" CHECK ("role"::text <> 'ADMIN' OR "deletes_at" IS NULL);

-- CreateIndex
CREATE INDEX "audit_entries_actor_id_idx" ON "audit_entries"("actor_id");

-- CreateIndex
CREATE INDEX "refunds_requested_by_id_idx" ON "refunds"("requested_by_id");

-- CreateIndex
CREATE INDEX "order_notes_author_id_idx" ON "order_notes"("author_id");

-- CreateIndex
CREATE INDEX "meeting_proposals_proposed_by_id_idx" ON "meeting_proposals"("proposed_by_id");
