// The package of the annotations from which Strimzi generates its resource definitions. The operator does
// not publish them, so those that this program reads are declared below.
package io.strimzi.crdgenerator.annotations;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.strimzi.api.kafka.model.kafka.Kafka;
import io.strimzi.api.kafka.model.nodepool.KafkaNodePool;
import io.strimzi.api.kafka.model.topic.KafkaTopic;
import io.strimzi.api.kafka.model.user.KafkaUser;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a JSON array of Strimzi resources from standard input, and prints a JSON array with the faults of
 * each, as the model of the operator defines its API v1.
 */
final class Faults {
  private static final String VERSION = "v1";

  private static final Map<String, Class<?>> MODELS =
      Map.of(
          "Kafka", Kafka.class,
          "KafkaNodePool", KafkaNodePool.class,
          "KafkaTopic", KafkaTopic.class,
          "KafkaUser", KafkaUser.class);

  private static final ObjectMapper MAPPER =
      JsonMapper.builder().disable(MapperFeature.ALLOW_COERCION_OF_SCALARS).build();

  private final List<String> found = new ArrayList<>();

  public static void main(String[] arguments) throws IOException {
    List<List<String>> faults = new ArrayList<>();
    for (JsonNode resource : MAPPER.readTree(System.in)) faults.add(of(resource));
    System.out.println(MAPPER.writeValueAsString(faults));
  }

  private static List<String> of(JsonNode resource) {
    Class<?> model = MODELS.get(resource.path("kind").asText());
    if (model == null) return List.of("kind: no such kind");
    Crd.Spec definition = model.getAnnotation(Crd.class).spec();
    boolean isServed =
        Arrays.stream(definition.versions())
            .anyMatch(version -> version.name().equals(VERSION) && version.served());
    String apiVersion = definition.group() + "/" + VERSION;
    if (!isServed || !resource.path("apiVersion").asText().equals(apiVersion)) {
      return List.of("apiVersion: not served, or not " + apiVersion);
    }
    Faults faults = new Faults();
    try {
      faults.compare("", resource, MAPPER.treeToValue(resource, model));
    } catch (JsonProcessingException error) {
      faults.found.add(error.getOriginalMessage());
    }
    return faults.found;
  }

  /** Compares a part of a resource with the object of the model that was read from it. */
  private void compare(String path, JsonNode part, Object value) {
    if (value == null) {
      found.add(path + ": no such value");
    } else if (value instanceof List<?> list) {
      for (int index = 0; index < list.size(); index += 1) {
        compare(path + "/" + index, part.get(index), list.get(index));
      }
    } else if (part.isObject() && !(value instanceof Map)) {
      compareMembers(path, part, value);
    }
  }

  private void compareMembers(String path, JsonNode part, Object value) {
    Map<String, BeanPropertyDefinition> properties = propertiesOf(value.getClass());
    part.fieldNames()
        .forEachRemaining(
            name -> {
              BeanPropertyDefinition property = properties.get(name);
              String member = path + "/" + name;
              if (property == null) found.add(member + ": no such member");
              else compareMember(member, part.get(name), property.getGetter(), value);
            });
    properties.forEach(
        (name, property) -> {
          if (isRequired(property) && !part.has(name)) found.add(path + "/" + name + ": missing");
        });
  }

  private void compareMember(String path, JsonNode part, AnnotatedMember getter, Object value) {
    Minimum minimum = getter.getAnnotated().getAnnotation(Minimum.class);
    if (minimum != null && part.asInt() < minimum.value()) found.add(path + ": too small");
    Pattern pattern = getter.getAnnotated().getAnnotation(Pattern.class);
    if (pattern != null && !part.asText().matches(pattern.value())) {
      found.add(path + ": not " + pattern.value());
    }
    compare(path, part, getter.getValue(value));
  }

  /** The members that the version has, by their names. */
  private static Map<String, BeanPropertyDefinition> propertiesOf(Class<?> type) {
    Map<String, BeanPropertyDefinition> properties = new LinkedHashMap<>();
    var described = MAPPER.getSerializationConfig().introspect(MAPPER.constructType(type));
    for (BeanPropertyDefinition property : described.findProperties()) {
      PresentInVersions present = annotation(property, PresentInVersions.class);
      if (property.hasGetter() && (present == null || includes(present.value()))) {
        properties.put(property.getName(), property);
      }
    }
    return properties;
  }

  private static boolean isRequired(BeanPropertyDefinition property) {
    RequiredInVersions required = annotation(property, RequiredInVersions.class);
    return property.isRequired() || (required != null && includes(required.value()));
  }

  private static <A extends Annotation> A annotation(
      BeanPropertyDefinition property, Class<A> type) {
    return property.hasGetter() ? property.getGetter().getAnnotated().getAnnotation(type) : null;
  }

  /** Whether a range of versions, such as {@code v1beta2} or {@code v1+}, has v1, which is the last one. */
  private static boolean includes(String range) {
    return range.equals("all") || range.endsWith("+") || range.endsWith(VERSION);
  }
}

@Retention(RetentionPolicy.RUNTIME)
@interface Crd {
  Spec spec();

  @interface Spec {
    String group();

    Version[] versions();

    @interface Version {
      String name();

      boolean served();
    }
  }
}

@Retention(RetentionPolicy.RUNTIME)
@interface Minimum {
  int value();
}

@Retention(RetentionPolicy.RUNTIME)
@interface Pattern {
  String value();
}

@Retention(RetentionPolicy.RUNTIME)
@interface PresentInVersions {
  String value();
}

@Retention(RetentionPolicy.RUNTIME)
@interface RequiredInVersions {
  String value();
}
