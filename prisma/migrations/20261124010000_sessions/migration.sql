-- CreateEnum
CREATE TYPE "SessionEnd" AS ENUM ('SIGNED_OUT', 'ENDED_ELSEWHERE', 'ENDED_BY_ADMIN', 'PASSWORD_CHANGED', 'EMAIL_CHANGED', 'ROLE_CHANGED', 'REMOVED');

-- AlterTable
ALTER TABLE "users" ADD COLUMN "sessions_ended_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "user_id" UUID NOT NULL,
    "signed_in_at" TIMESTAMPTZ(3),
    "device" TEXT,
    "network" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "renewed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" "SessionEnd",

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sessions_end_has_reason" CHECK (("ended_at" IS NULL) = ("end_reason" IS NULL))
);

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A sign-in has one session, which each renewal of its access token uses again. Whoever signs out may begin another one.
CREATE UNIQUE INDEX "sessions_user_id_signed_in_at_key" ON "sessions"("user_id", "signed_in_at") WHERE "end_reason" IS DISTINCT FROM 'SIGNED_OUT';

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");
