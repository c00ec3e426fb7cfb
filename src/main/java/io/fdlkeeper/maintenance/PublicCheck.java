package io.fdlkeeper.maintenance;

import io.fdlkeeper.run.Progress;
import io.fdlkeeper.withdrawal.ResidueItem;
import io.fdlkeeper.withdrawal.removal.PublicAddresses.Answer;
import io.fdlkeeper.withdrawal.removal.RemovalAction;
import io.fdlkeeper.withdrawal.removal.RemovalItem;
import io.fdlkeeper.withdrawal.removal.RemovalPlan;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Looks at the public addresses of copies: what was removed must be gone there too. */
final class PublicCheck {

    /** More keys are sampled, evenly, and the sample is told. */
    private static final int MOST_ASKED = 1000;

    private final CaseDesk desk;
    private final RemovalPlan plan;
    private final Set<String> held;

    PublicCheck(CaseDesk desk, RemovalPlan plan, Set<String> held) {
        this.desk = desk;
        this.plan = plan;
        this.held = held;
    }

    /** Returns how many addresses were asked. */
    long look(Progress progress, List<String> faults) {
        // A key that may show the value must not be told to the logs of a web server.
        List<String> askable = plan.items().stream()
                .filter(item -> item.action() != RemovalAction.MARK
                        && item.action() != RemovalAction.WRITE_REFS_INDEX
                        && item.etag().isPresent()
                        && !held.contains(item.key()))
                .map(RemovalItem::key)
                .filter(ResidueItem::isPlain)
                .toList();
        int step = Math.max(1, (askable.size() + MOST_ASKED - 1) / MOST_ASKED);
        long asked = 0;
        for (WithdrawalRules.Copy copy : desk.rules().copies()) {
            if (copy.checkAddress().isEmpty()
                    || !copy.repository().map(plan.location()::equals).orElse(true)) {
                continue;
            }
            String address = copy.checkAddress().get();
            progress.stage("look at " + copy.name(), askable.size() / step);
            for (int i = 0; i < askable.size(); i += step) {
                judge(
                        copy.name(),
                        askable.get(i),
                        desk.looks().addresses().look(under(address, askable.get(i))),
                        faults);
                progress.advance(1);
                asked++;
            }
        }
        return asked;
    }

    private static void judge(String copy, String key, Answer answer, List<String> faults) {
        if (answer instanceof Answer.Other other) {
            faults.add(copy + " answers " + other.status() + " for " + key + ", where 404 or 410 is expected");
        } else if (answer instanceof Answer.NoAnswer none) {
            faults.add(copy + " could not be asked for " + key + ": " + none.why());
        }
    }

    static String under(String address, String key) {
        return (address.endsWith("/") ? address : address + "/")
                + Stream.of(key.split("/", -1))
                        .map(segment -> URLEncoder.encode(segment, StandardCharsets.UTF_8)
                                .replace("+", "%20"))
                        .collect(Collectors.joining("/"));
    }
}
