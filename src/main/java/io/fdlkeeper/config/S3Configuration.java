package io.fdlkeeper.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How repositories in buckets are reached, and who acts there. */
public final class S3Configuration {

    static final String ADDRESS = "https?://(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?(/[A-Za-z0-9._~-]+)*/?";
    static final String NOT_AN_ADDRESS = "must be an address such as https://s3.example.org";
    private static final String WORD = "\\S+";
    private static final String NOT_A_WORD = "must be one word";

    @JsonProperty("endpoint")
    @Describe("address of a store that is not AWS, such as https://s3.example.org")
    @Pattern(regexp = ADDRESS, message = NOT_AN_ADDRESS)
    private @Nullable String endpoint;

    @JsonProperty("region")
    @Describe("region of the bucket; without it that of environment or profile, and us-east-1 beside an endpoint")
    @Pattern(regexp = "[A-Za-z0-9-]+", message = "must be a region such as eu-central-1")
    private @Nullable String region;

    @JsonProperty("path-style")
    @Describe("name the bucket in the path and not in the host name; auto is on beside an endpoint")
    private Toggle pathStyle = Toggle.AUTO;

    @JsonProperty("profile")
    @Describe("profile of the shared AWS files that gives the credentials; without it the SDK's own order finds them")
    @Pattern(regexp = WORD, message = NOT_A_WORD)
    private @Nullable String profile;

    @JsonProperty("role-arn")
    @Describe("role to assume with those credentials")
    @Pattern(regexp = "arn:\\S+", message = "must be an ARN, as in arn:aws:iam::111122223333:role/keeper")
    private @Nullable String roleArn;

    @JsonProperty("external-id")
    @Describe("external id that the role asks for")
    @Pattern(regexp = WORD, message = NOT_A_WORD)
    private @Nullable String externalId;

    @JsonProperty("session-name")
    @Describe("how the keeper is named in logs of the role's account")
    @Pattern(regexp = "[A-Za-z0-9+=,.@_-]{2,64}", message = "must be 2 to 64 letters, digits or any of + = , . @ _ -")
    private String sessionName = "fdl-keeper";

    @JsonProperty("delete-credentials")
    @Describe("another identity for everything that deletes")
    @Valid
    private DeleteCredentialsConfiguration deleteCredentials = new DeleteCredentialsConfiguration();

    @JsonProperty("expect-identity")
    @Describe("refuse when the acting identity is another: an account of 12 digits, an ARN or an access key's id")
    @Pattern(regexp = WORD, message = NOT_A_WORD)
    private @Nullable String expectIdentity;

    @JsonProperty("expected-bucket-owner")
    @Describe("account that must own the bucket, checked by AWS with each request; other stores know no such thing")
    @Pattern(regexp = "[0-9]{12}", message = "must be an account of 12 digits")
    private @Nullable String expectedBucketOwner;

    @JsonProperty("checksums")
    @Describe("send and check the checksums of AWS with every request; auto is on for AWS only")
    private Toggle checksums = Toggle.AUTO;

    @JsonProperty("chunked-encoding")
    @Describe("send bodies in signed chunks; auto is on for AWS only")
    private Toggle chunkedEncoding = Toggle.AUTO;

    @JsonProperty("md5")
    @Describe("add Content-MD5 where a request needs a checksum; auto begins to when the store asks for it")
    private Toggle md5 = Toggle.AUTO;

    @JsonProperty("list-url-encoding")
    @Describe("ask for encoded keys in listings; auto also finds out how the store encodes a plus sign")
    private Toggle listUrlEncoding = Toggle.AUTO;

    @JsonProperty("requests-at-once")
    @Describe("most requests to the store at the same time; fewer while it asks to slow down")
    @Min(value = 1, message = "must be at least 1")
    @Max(value = 256, message = "must be at most 256")
    private int requestsAtOnce = 32;

    /** Returns the address of a store that is not AWS. */
    public Optional<URI> endpoint() {
        return Optional.ofNullable(endpoint).map(URI::create);
    }

    /** Returns the region of the bucket, where it was said. */
    public Optional<String> region() {
        return Optional.ofNullable(region);
    }

    /** Tells whether the bucket stands in the path. */
    public boolean pathStyle() {
        return pathStyle == Toggle.AUTO ? endpoint != null : pathStyle == Toggle.ON;
    }

    /** Returns the profile that gives the credentials. */
    public Optional<String> profile() {
        return Optional.ofNullable(profile);
    }

    /** Returns the role to assume. */
    public Optional<String> roleArn() {
        return Optional.ofNullable(roleArn);
    }

    /** Returns the external id that the role asks for. */
    public Optional<String> externalId() {
        return Optional.ofNullable(externalId);
    }

    /** Returns the name of assumed sessions. */
    public String sessionName() {
        return sessionName;
    }

    /** Returns who deletes, where that is another identity. */
    public DeleteCredentialsConfiguration deleteCredentials() {
        return deleteCredentials;
    }

    /** Returns what the acting identity must be. */
    public Optional<String> expectIdentity() {
        return Optional.ofNullable(expectIdentity);
    }

    /** Returns the account that must own the bucket: what was said, or an account of 12 digits that is expected to act on AWS. */
    public Optional<String> expectedBucketOwner() {
        return Optional.ofNullable(expectedBucketOwner);
    }

    /** Returns whether the checksums of AWS are used. */
    public Toggle checksums() {
        return checksums;
    }

    /** Returns whether bodies are sent in signed chunks. */
    public Toggle chunkedEncoding() {
        return chunkedEncoding;
    }

    /** Returns whether Content-MD5 is sent. */
    public Toggle md5() {
        return md5;
    }

    /** Returns whether listings are asked for with encoded keys. */
    public Toggle listUrlEncoding() {
        return listUrlEncoding;
    }

    /** Returns the most requests at the same time. */
    public int requestsAtOnce() {
        return requestsAtOnce;
    }

    void use(CommandLineBucket options) {
        endpoint = options.endpoint().orElse(null);
        region = options.region().orElse(null);
        profile = options.profile().orElse(null);
        pathStyle = options.pathStyle() ? Toggle.ON : Toggle.AUTO;
    }

    /** Returns the store's address so that two spellings of one are the same text. */
    String store() {
        return endpoint()
                .map(address -> (address.getScheme() + "://" + address.getAuthority())
                        .toLowerCase(Locale.ROOT)
                        .replaceFirst("^http://(.*):80$", "http://$1")
                        .replaceFirst("^https://(.*):443$", "https://$1"))
                .orElse("");
    }

    void check(String at, Breaches breaches) {
        if (externalId != null && roleArn == null) {
            breaches.add(at, "external-id", List.of("external-id", "role-arn"), "goes with a role; give role-arn too");
        }
        deleteCredentials.check(at + ".delete-credentials", breaches);
    }
}
