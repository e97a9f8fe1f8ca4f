# Sello as one image. Build: docker build -t sello .   Run: see docs/operations.md.
# The simulator alone: docker build --target simulator -t mh-simulator .
# A base by digest, of a registry that you trust: docker build --build-arg NODE_IMAGE=node@sha256:… -t sello .
ARG NODE_IMAGE=node:24.11.1-bookworm-slim
FROM ${NODE_IMAGE} AS source
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund

FROM source AS packed
RUN npm pack -w @sello/mh-simulator --pack-destination /tmp \
 && npm install --prefix /app --no-audit --no-fund /tmp/sello-mh-simulator-*.tgz

FROM ${NODE_IMAGE} AS simulator
ENV NODE_ENV=production
COPY --from=packed /app /app
RUN install -d -o node -g node /var/lib/simulator
USER node
VOLUME /var/lib/simulator
EXPOSE 4700
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4700/_sim/state').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/node_modules/.bin/mh-simulator", "--host", "0.0.0.0"]
CMD ["--data-file", "/var/lib/simulator/data.ndjson"]

FROM source AS build
RUN npm pack --pack-destination /tmp \
 && mkdir /app && tar xzf /tmp/sello-*.tgz -C /app --strip-components 1 \
 && cd /app && npm ci --omit=dev --no-audit --no-fund

FROM ${NODE_IMAGE} AS sello
ENV NODE_ENV=production SELLO_DATA_DIR=/var/lib/sello SELLO_HOST=0.0.0.0
COPY --from=build /app /app
RUN install -d -o node -g node /var/lib/sello && ln -s /app/dist/bin/sello.js /usr/local/bin/sello
USER node
VOLUME /var/lib/sello
EXPOSE 4600
# readyz also asks the database: without it the service is unhealthy, and goes on when it is back.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.SELLO_OPERATOR_PORT ?? 2000 + Number(process.env.SELLO_PORT ?? 4600)) + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The ministry can take 40 s to answer: a stop waits for what is under way.
STOPSIGNAL SIGTERM
ENTRYPOINT ["sello"]
CMD ["start"]
