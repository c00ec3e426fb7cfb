package io.fdlkeeper.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.s3.model.S3Exception;

class RequestsTests {

    private final List<Long> pauses = new ArrayList<>();
    private final AtomicInteger sent = new AtomicInteger();
    private final Requests requests;

    RequestsTests() {
        var waiting = new Waiting() {
            private long now;

            @Override
            public long nanos() {
                return now;
            }

            @Override
            public void pause(long nanos) {
                pauses.add(nanos);
                now += nanos;
            }
        };
        requests = new Requests(new Pace(4, waiting), waiting);
    }

    @Test
    void anAnswerIsHandedOn() {
        assertThat(requests.send(() -> "answer")).isEqualTo("answer");
        assertThat(pauses).isEmpty();
    }

    @Test
    void whatPassesIsAskedAgainAndToldOf() {
        var told = new ArrayList<Integer>();
        var answer = requests.send(
                () -> {
                    if (sent.incrementAndGet() < 4) {
                        throw status(500);
                    }
                    return "answer";
                },
                fault -> told.add(fault.status()));
        assertThat(answer).isEqualTo("answer");
        assertThat(told).containsExactly(500, 500, 500);
        assertThat(pauses).hasSize(3);
    }

    @Test
    void askingAgainEndsAfterFiveTimes() {
        assertThatExceptionOfType(AwsServiceException.class).isThrownBy(() -> requests.send(() -> failing(500)));
        assertThat(sent).hasValue(5);
    }

    @Test
    void whatDoesNotPassIsAskedOnce() {
        assertThatExceptionOfType(AwsServiceException.class).isThrownBy(() -> requests.send(() -> failing(403)));
        assertThat(sent).hasValue(1);
    }

    @Test
    void withoutAGoAheadNothingIsSent() {
        assertThatExceptionOfType(NotAskedException.class)
                .isThrownBy(() -> requests.send(() -> failing(500), fault -> {}, () -> false));
        assertThat(sent).hasValue(0);
    }

    @Test
    void aGoAheadThatEndsLeavesTheFailureThatWas() {
        assertThatExceptionOfType(AwsServiceException.class)
                .isThrownBy(() -> requests.send(() -> failing(500), fault -> {}, () -> sent.get() < 2))
                .satisfies(e -> assertThat(e.statusCode()).isEqualTo(500));
        assertThat(sent).hasValue(2);
    }

    @Test
    void theGoAheadIsAskedAfterTheStoresPauseAndNotBeforeIt() {
        requests.pace().slowDown();
        assertThatExceptionOfType(NotAskedException.class)
                .isThrownBy(() -> requests.send(() -> failing(500), fault -> {}, pauses::isEmpty));
        assertThat(pauses).hasSize(1);
        assertThat(sent).hasValue(0);
    }

    @Test
    void aLostConnectionPasses() {
        assertThat(requests.send(() -> {
                    if (sent.incrementAndGet() == 1) {
                        throw SdkClientException.create("reset", new java.io.IOException("connection reset"));
                    }
                    return "answer";
                }))
                .isEqualTo("answer");
    }

    private String failing(int status) {
        sent.incrementAndGet();
        throw status(status);
    }

    private static AwsServiceException status(int status) {
        return S3Exception.builder().statusCode(status).message("no").build();
    }
}
