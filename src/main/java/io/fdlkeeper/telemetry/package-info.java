/**
 * What others learn of the keeper while it runs: metrics, health, and word of runs that did not go well.
 *
 * <p>In come runs as they begin and end, requests to stores, and questions on how it goes. Out go pages for a monitoring
 * system and messages to one address; never a key, a folder, a selector's value or a person, and nothing here holds up a run.
 */
@NullMarked
package io.fdlkeeper.telemetry;

import org.jspecify.annotations.NullMarked;
