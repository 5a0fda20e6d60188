# Agent Gateway as a container, made of the package that is published. Building it needs this base image and the npm registry, nothing else.
#   docker build -t agent-gateway .
#   docker run --read-only -v gateway-data:/data -p 3000:3000 -e JWT_SECRET=… agent-gateway
# See docs/operations/deployment.md.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS package
WORKDIR /source
COPY . .
RUN node scripts/build-console.mjs && node scripts/build-package.mjs /package

FROM ${NODE_IMAGE} AS dependencies
# The name of the folder is the name in the bill of materials.
WORKDIR /agent-gateway
COPY package.json package-lock.json .npmrc ./
COPY packages/openapi-typescript packages/openapi-typescript
# By the lockfile, which the package does not contain. No install script is needed: bcrypt brings its binaries. The Node of the image runs
# it, so the pinned one goes again.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/node-darwin-* node_modules/node-bin-* node_modules/.bin
# What is installed, by the package's own manifest: from the lockfile with --omit=dev npm leaves out a third of it, pg among them.
COPY --from=package /package/package.json ./
RUN npm sbom --sbom-format=cyclonedx --sbom-type=application > sbom.cdx.json

FROM ${NODE_IMAGE}
# The last one lets glibc return freed memory; see scripts/start.mjs.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_TRIM_THRESHOLD_=1048576
WORKDIR /app
COPY --from=package /package ./
COPY --from=dependencies /agent-gateway/node_modules node_modules
COPY --from=dependencies /agent-gateway/sbom.cdx.json ./
# `docker exec gateway agent-gateway backup /data/backup.db`, and all other commands.
RUN chmod +x scripts/agent-gateway.mjs && ln -s /app/scripts/agent-gateway.mjs /usr/local/bin/agent-gateway \
  && mkdir /data && chown 1000:1000 /data && chmod 700 /data
# By number: Kubernetes cannot tell from a name that it is not root. Everything but /data belongs to root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=10s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node is process 1 and handles SIGTERM itself; it starts no processes of its own, so nothing has to be reaped.
CMD ["node", "--max-semi-space-size=16", "src/main.js"]
