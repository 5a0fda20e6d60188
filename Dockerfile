# Agent Gateway as a container. Building it needs this base image and the npm registry, nothing else.
#   docker build -t agent-gateway .
#   docker run --read-only -v gateway-data:/data -p 3000:3000 -e JWT_SECRET=… agent-gateway
# See docs/operations/deployment.md.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/openapi-typescript packages/openapi-typescript
# No install script is needed: bcrypt brings its binaries. The Node of the image runs it, so the pinned one goes again.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/node-darwin-* node_modules/node-bin-* node_modules/.bin
COPY tsconfig.json ./
COPY scripts scripts
COPY packages packages
COPY console console
RUN node scripts/build-console.mjs

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/console/dist console/dist
COPY package.json package-lock.json openapi.json ./
COPY migrations migrations
COPY skills skills
COPY src src
COPY packages/offline-assistant packages/offline-assistant
COPY packages/sentence-encoder packages/sentence-encoder
# For `npm run backup` and `npm run migrate-to-postgres`, which look for what is to be installed first and find nothing.
COPY scripts/backup.ts scripts/migrate-to-postgres.ts scripts/setup.mjs scripts/install.mjs scripts/child.mjs scripts/
RUN mkdir /data && chown 1000:1000 /data && chmod 700 /data
# By number: Kubernetes cannot tell from a name that it is not root. Everything but /data belongs to root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=10s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node is process 1 and handles SIGTERM itself; it starts no processes of its own, so nothing has to be reaped.
CMD ["node", "--max-semi-space-size=16", "src/main.ts"]
