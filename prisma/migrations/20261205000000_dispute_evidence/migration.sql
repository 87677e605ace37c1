-- CreateEnum
CREATE TYPE "dispute_answer_state" AS ENUM ('REQUESTED', 'SENT', 'REJECTED');

-- CreateTable
CREATE TABLE "dispute_answers" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "dispute_id" UUID NOT NULL,
    "stage" "dispute_state" NOT NULL,
    "state" "dispute_answer_state" NOT NULL DEFAULT 'REQUESTED',
    "evidence" JSONB NOT NULL,
    "note" TEXT NOT NULL,
    "answered_by_id" UUID NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "rejection" TEXT,

    CONSTRAINT "dispute_answers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "dispute_answers_dispute_id_idx" ON "dispute_answers"("dispute_id");

-- CreateIndex
CREATE INDEX "dispute_answers_answered_by_id_idx" ON "dispute_answers"("answered_by_id");

-- AddForeignKey
ALTER TABLE "dispute_answers" ADD CONSTRAINT "dispute_answers_dispute_id_fkey" FOREIGN KEY ("dispute_id") REFERENCES "disputes"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What schema.prisma cannot say.

-- The bank is answered once in each stage of a dispute.
CREATE UNIQUE INDEX "dispute_answers_dispute_id_stage_key" ON "dispute_answers"("dispute_id", "stage") WHERE "state" <> 'REJECTED';

ALTER TABLE "dispute_answers"
    ADD CONSTRAINT "dispute_answers_stage_check" CHECK ("stage" IN ('INQUIRY', 'NEEDS_RESPONSE')),
    ADD CONSTRAINT "dispute_answers_sent_check" CHECK (("state" = 'SENT') = ("sent_at" IS NOT NULL)),
    ADD CONSTRAINT "dispute_answers_rejection_check" CHECK (("state" = 'REJECTED') = ("rejection" IS NOT NULL));
