# Two images of Second Ring on Node 24:
#   docker build --target production .   the API's bundle and the web's build; every outside service is configured
#   docker build --target sandbox .      the same with a sandbox for what is not configured, as `npm start` (compose)

FROM node:24-bookworm-slim AS base
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app

# The packages: made again only when a manifest changes.
FROM base AS deps
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY patches patches
COPY apps/api/package.json apps/api/
COPY apps/web/package.json apps/web/
COPY packages/auditor/package.json packages/auditor/
COPY packages/contracts/package.json packages/contracts/
COPY packages/pictures/package.json packages/pictures/
COPY packages/demo-market/package.json packages/demo-market/
COPY packages/devices/package.json packages/devices/
COPY packages/firebase-sandbox/package.json packages/firebase-sandbox/
COPY packages/mail-sandbox/package.json packages/mail-sandbox/
COPY packages/postgres-embedded/package.json packages/postgres-embedded/
COPY packages/server-process/package.json packages/server-process/
COPY packages/stripe-sandbox/package.json packages/stripe-sandbox/
COPY packages/testkit/package.json packages/testkit/
COPY prisma/package.json prisma/
COPY lab/chaos/package.json lab/chaos/
COPY lab/attacks/package.json lab/attacks/
COPY e2e/package.json e2e/
COPY lab/bench/package.json lab/bench/
COPY lab/scale/package.json lab/scale/
COPY scripts/package.json scripts/start.mjs scripts/
COPY scripts/bootstrap scripts/bootstrap
RUN node scripts/start.mjs --install \
  && rm -rf /root/.npm /root/.cache /root/.local

# The API's bundle, the web's build, and the migrations and triggers with what applies them.
FROM deps AS build
COPY . .
RUN node scripts/start.mjs --build
RUN node scripts/image/bundle-migrate-cli.ts /out/prisma

FROM base AS production
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 WEB_DIR=/app/web
# What is alive takes 60 MB; without a bound the garbage grows to the machine's memory (docs/performance.md).
ENV NODE_OPTIONS="--max-semi-space-size=8 --max-old-space-size=160"
COPY --from=build /app/apps/web/dist web
# The bundle, and beside it what decodes pictures: machine code of this very system.
COPY --from=build /app/apps/api/dist api
COPY --from=build /out/prisma prisma
# The command line: docker exec … second-ring doctor (docs/operate/open-a-market.md).
COPY --chmod=755 scripts/image/second-ring.sh /usr/local/bin/second-ring
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Before the first start, and with every new version: docker run … node prisma/dist/migrate.js
# The last is none that NODE_OPTIONS takes.
CMD ["node", "--enable-source-maps", "--heap-growing-percent=100", "api/server.js"]

FROM build AS sandbox
ENV HOST=0.0.0.0 PORT=3000
RUN mkdir .data && chown node:node .data
USER node
EXPOSE 3000 3001 3002 3005
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs"]
